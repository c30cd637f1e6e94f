const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Vite plugin: moves style sheets behind the content of the page. In the head they would keep the
 * browser from showing the frame of the page before they have arrived; scripts wait for them there
 * as well, so that nothing is ever shown without its styles.
 */
export function frameFirst() {
  return {
    name: 'frame-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const sheets = html.match(STYLE_SHEET) ?? [];
        return html.replace(STYLE_SHEET, '').replace('</body>', `${sheets.join('')}\n  </body>`);
      },
    },
  };
}
