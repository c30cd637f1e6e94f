import { readFileSync } from 'node:fs';

const SETTINGS = new URL('../project.inlang/settings.json', import.meta.url);
const { locales } = JSON.parse(readFileSync(SETTINGS, 'utf8'));

const MODULE = 'virtual:in-locale';
const RESOLVED = `\0${MODULE}`;

/** A message without a plural, in one language. */
const TEXT =
  /const [a-z]+_\w+ = [^\n]*\*\/ \((i?)\) => \{\n\treturn [^(]*\((`(?:[^`\\]|\\.)*`)\)\n\};\n/gs;

const CHOOSING =
  /export const (\w+) = [^\n]* \(\((?:inputs|inputs = \{\}), options = \{\}\) => \{\n\tconst locale = [^\n]*((?:\n\t(?:if \(locale === "\w+"\) )?return \w+\(inputs\))+)\n\}\);/;

const HELPER = `import { getLocale } from '/src/paraglide/runtime.js';
const LOCALES = ${JSON.stringify(locales)};
export const inLocale = (...texts) => (inputs) => {
  const text = texts[LOCALES.indexOf(getLocale())] ?? texts[0];
  return typeof text === 'string' ? text : text(inputs);
};`;

/** The part of Paraglide's runtime that the client needs. It always sets the language itself. */
const RUNTIME = `let locale = () => 'en';
export const getLocale = () => locale();
export const overwriteGetLocale = (chosen) => {
  locale = chosen;
};
export const experimentalStaticLocale = undefined;`;

/**
 * Return the Vite plugin that lets all messages share one function to choose the language. Paraglide
 * repeats it in every message, which takes an eighth of all scripts. Its runtime also looks for the
 * language in many places that we do not use.
 */
export function shortMessages() {
  return {
    name: 'short-messages',
    resolveId: (source) => (source === MODULE ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? HELPER : null),
    transform(code, id) {
      if (id.endsWith('/paraglide/runtime.js')) return { code: RUNTIME, map: null };
      const key = /\/paraglide\/messages\/([^_/][^/]*)\.js$/.exec(id)?.[1];
      if (key === undefined || !CHOOSING.test(code)) return null;
      const texts = [...code.matchAll(TEXT)].map(([, input, text]) =>
        input === '' ? text : `(i) => ${text}`,
      );
      const short =
        texts.length === locales.length
          ? code.replace(TEXT, '').replace(CHOOSING, () => inlined(key, texts))
          : code.replace(CHOOSING, (_, name, returns) =>
              inlined(
                name,
                [...returns.matchAll(/return (\w+)/g)].map(([, text]) => text),
              ),
            );
      return { code: `import { inLocale } from '${MODULE}';\n${short}`, map: null };
    },
  };
}

const inlined = (name, texts) =>
  `export const ${name} = /*#__PURE__*/ inLocale(${texts.join(', ')});`;
