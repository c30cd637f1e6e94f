const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Return the Vite plugin that moves style sheets to the end of the page. In the head, they would
 * delay the frame of the page. Scripts wait for them here, too, so that nothing appears unstyled.
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
