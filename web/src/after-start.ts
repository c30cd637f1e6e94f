import { saveFilesHere } from './offline/save-here';
import { announcePages } from './ui/announce-pages';
import { keepEngineOfApp } from './without-network';

/** Start the listeners that the first page can do without. They stay until the app is closed. */
export function afterStart(): void {
  announcePages();
  saveFilesHere();
  keepEngineOfApp();
}
