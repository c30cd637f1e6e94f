import { mount } from 'svelte';

import App from './App.svelte';
import './style/tokens.css';
import './style/base.css';

const target = document.getElementById('app');
if (target) {
  target.replaceChildren(); // the frame of the page has done its service
  mount(App, { target });
}
