import { isAboutHere } from './here';

/**
 * Save files of games on this device when their links are followed, because no server has them.
 * Call it in an effect.
 */
export function saveFilesHere(): () => void {
  const follow = (event: MouseEvent) => {
    const { target } = event;
    const link = target instanceof Element ? target.closest('a[download]') : null;
    if (!(link instanceof HTMLAnchorElement) || !isAboutHere(link.pathname)) return;
    event.preventDefault();
    void save(link);
  };
  document.addEventListener('click', follow);
  return () => {
    document.removeEventListener('click', follow);
  };
}

async function save({ pathname, search, download }: HTMLAnchorElement): Promise<void> {
  const [{ answered }, { saveFile }] = await Promise.all([
    import('../connection/api'),
    import('../save-file'),
  ]);
  saveFile(download, await (await answered(pathname + search)).blob());
}
