import { isAboutHere } from './here';

/**
 * From now on, save files of games on this device when their links are followed, because no server
 * has them.
 */
export function saveFilesHere(): void {
  const follow = (event: MouseEvent) => {
    const { target } = event;
    const link = target instanceof Element ? target.closest('a[download]') : null;
    if (!(link instanceof HTMLAnchorElement) || !isAboutHere(link.pathname)) return;
    event.preventDefault();
    void save(link);
  };
  document.addEventListener('click', follow);
}

async function save({ pathname, search, download }: HTMLAnchorElement): Promise<void> {
  const [{ answered }, { saveFile }] = await Promise.all([
    import('../connection/api'),
    import('../save-file'),
  ]);
  saveFile(download, await (await answered(pathname + search)).blob());
}
