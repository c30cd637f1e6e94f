import { canKeep, download, isComplete, offered, type Manifest } from './engine-download';
import { downloadedEngine } from './here';

/** Return true if the user has asked their browser to save data. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Return true if the server has an engine with other files than the downloaded one. */
const isNew = ({ files }: Manifest): boolean =>
  Object.keys(files).join() !== downloadedEngine().join();

/** The engine for games on this device, as far as this browser has it. */
class DeviceEngine {
  /** With `none`, this browser cannot keep an engine, or the server has none. */
  status = $state<'none' | 'offered' | 'loading' | 'ready' | 'failed'>('none');
  /** The size of the download. */
  bytes = $state(0);
  /** The share of the download that has arrived, from 0 to 1. */
  share = $state(0);
  #manifest: Manifest | null = null;
  #looking: Promise<void> | null = null;

  /** Compare the engine in this browser with the one on the server. Replace an old engine quietly. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Download the engine unless it is there. Without being asked, respect `saveData`. */
  async fetchQuietly(): Promise<void> {
    await this.look();
    if (this.status === 'offered' && !savesData()) await this.download();
  }

  async download(): Promise<void> {
    if (!this.#manifest || this.status === 'loading') return;
    this.status = 'loading';
    this.share = 0;
    const done = await this.#fetch(this.#manifest);
    this.status = done ? 'ready' : 'failed';
    if (done) await navigator.storage.persist().catch(() => false);
  }

  async #look(): Promise<void> {
    if (!canKeep() || this.status === 'loading') return;
    if (await isComplete()) this.status = 'ready';
    this.#manifest = await offered().catch(() => null);
    if (!this.#manifest) return;
    this.bytes = this.#manifest.bytes;
    if (this.status === 'none') this.status = 'offered';
    else if (this.status === 'ready' && isNew(this.#manifest) && !savesData())
      await this.#fetch(this.#manifest);
  }

  async #fetch(manifest: Manifest): Promise<boolean> {
    try {
      await download(manifest, (share) => (this.share = share));
      return true;
    } catch {
      return false;
    }
  }
}

export const engine = new DeviceEngine();
