import {
  checkRules,
  fetchLibrary,
  fetchPresets,
  fetchSchema,
  RefusedError,
  sentenceOf,
} from '../connection/api';
import type {
  CheckRules,
  Lang,
  OptionGroup,
  OptionInfo,
  OptionValue,
  PresetInfo,
  Rules,
  RulesInfo,
  UsualDeckInfo,
} from '../generated/protocol';
import { m } from '../paraglide/messages';

import { sameValue } from './option-value';
import { optionsByPath, problemText, type OptionsByPath } from './problem-words';
import { titleIn } from './rule-link';

type RuleChoice = Pick<CheckRules, 'preset' | 'options' | 'title'>;
/** The source of rules: a share code, empty for the default rules, or the text of a file. */
export type RuleSource = { code: string } | { file: string };
type Groups = Readonly<Record<string, Readonly<Record<string, OptionValue>>>>;
type Options = Readonly<Record<string, OptionValue>>;

const deckOptions = ({ packs, jokers, removed }: UsualDeckInfo): Options => ({
  'deck.packs': packs,
  'deck.jokers': jokers,
  'deck.removed': [...removed],
});

/** A rule set being edited: a preset, the changes, and the server's verdict. */
export class EditedRules {
  presets = $state.raw<readonly PresetInfo[]>([]);
  /** Published rules of clubs and tournaments, which can also be a starting point. */
  library = $state.raw<readonly PresetInfo[]>([]);
  groups = $state.raw<readonly OptionGroup[]>([]);
  preset = $state('standard');
  changes = $state.raw<Options>({});
  title = $state('');
  /** The server's latest verdict on the rules. */
  info = $state.raw<RulesInfo | null>(null);
  /** Whether the server has yet to respond to the latest change. */
  asking = $state(false);
  refusal = $state('');
  /** Whether `refusal` reports that the server did not answer. */
  unanswered = $state(false);

  readonly base = $derived(
    [...this.presets, ...this.library].find(({ name }) => name === this.preset),
  );
  readonly options = $derived<OptionsByPath>(
    optionsByPath(this.groups.flatMap(({ options }) => options)),
  );
  readonly problems = $derived(this.info?.problems ?? []);
  /** Whether the editor is ready: it has all texts, and the rules that the page was opened with. */
  readonly ready = $derived(
    this.base !== undefined && this.groups.length > 0 && (!!this.info || this.refusal !== ''),
  );
  /** The share code, even for contradictory rules. Empty while it is unknown. */
  readonly code = $derived(this.asking || this.refusal !== '' ? '' : (this.info?.code ?? ''));
  readonly playable = $derived(!this.asking && this.refusal === '' && !!this.info?.rules);
  readonly choice = $derived<RuleChoice>({
    preset: this.preset,
    options: this.changes,
    title: this.title.trim(),
  });

  #lang: Lang = 'en';
  /** The number of rule changes, which reveals late answers about earlier rules. */
  #version = 0;
  /** The number of loads. If two links are opened quickly, only the second one counts. */
  #loads = 0;
  #checking = false;
  #later = false;

  /** Fetch all texts in a language. */
  async speak(lang: Lang): Promise<void> {
    this.#lang = lang;
    const [presets, library, groups] = await Promise.all([
      fetchPresets(lang),
      fetchLibrary(lang),
      fetchSchema(lang),
    ]);
    if (lang !== this.#lang) return;
    this.presets = presets;
    this.library = library;
    this.groups = groups;
  }

  /**
   * Start with other rules, even contradictory ones. If they cannot be opened, keep any existing
   * rules. Return why they cannot be opened. Return an empty string on success, or if the answer is
   * late.
   */
  async load(from: RuleSource): Promise<string> {
    const first = this.info === null;
    const version = this.#version;
    this.#loads += 1;
    const load = this.#loads;
    const late = () => version !== this.#version || load !== this.#loads;
    let reason: string;
    try {
      const info = await checkRules({ ...from, lang: this.#lang });
      if (late()) return '';
      reason =
        info.code === ''
          ? info.problems.map(({ text }) => problemText(text, this.options)).join(' ')
          : '';
      if (first || reason === '') {
        this.#version += 1;
        this.preset = info.preset;
        this.title = titleIn(info.code);
        this.changes = Object.fromEntries(info.changes.map(({ path, value }) => [path, value]));
        this.info = info;
        this.refusal = '';
      }
    } catch (error) {
      if (late()) return '';
      reason = this.#troubleOf(error);
    }
    if (reason === '') return '';
    reason = m.rules_not_opened({ reason });
    if (first) this.refusal = reason;
    return reason;
  }

  /** Start over with a preset. Keep the title if it is the same preset. */
  begin(preset: string): void {
    if (preset !== this.preset) this.title = '';
    this.preset = preset;
    this.changes = {};
    this.#version += 1;
    void this.check();
  }

  /** Change the title. */
  rename(title: string): void {
    this.title = title;
    this.#version += 1;
    void this.check();
  }

  presetValue(option: OptionInfo): OptionValue {
    return this.base ? this.valueIn(this.base.rules, option) : option.default;
  }

  /** Return the value of an option in some rules. */
  valueIn(rules: Rules, option: OptionInfo): OptionValue {
    const [group = '', name = ''] = option.path.split('.');
    return (rules as unknown as Groups)[group]?.[name] ?? option.default;
  }

  value(option: OptionInfo): OptionValue {
    return this.changes[option.path] ?? this.presetValue(option);
  }

  /** Return the common deck that the rules use, or null. */
  usualDeck(decks: readonly UsualDeckInfo[]): UsualDeckInfo | null {
    const has = ([path, value]: [string, OptionValue]) => {
      const option = this.options[path];
      return option !== undefined && sameValue(this.value(option), value);
    };
    return decks.find((deck) => Object.entries(deckOptions(deck)).every(has)) ?? null;
  }

  /** Use a common deck, and drop high trumps that it lacks. */
  chooseDeck(deck: UsualDeckInfo): void {
    const high = this.options['deck.high_trumps'];
    const cards: readonly (number | string)[] = deck.cards;
    const kept = high ? (this.value(high) as (number | string)[]) : [];
    const all: Options = {
      ...deckOptions(deck),
      'deck.high_trumps': kept.filter((card) => cards.includes(card)),
      ...(deck.jokers === 0 ? { 'deck.joker_role': 'trump' } : {}),
    };
    for (const [path, value] of Object.entries(all)) {
      const option = this.options[path];
      if (option) this.change(option, value);
    }
  }

  isChanged(path: string): boolean {
    return path in this.changes;
  }

  change(option: OptionInfo, value: OptionValue): void {
    const others = Object.fromEntries(
      Object.entries(this.changes).filter(([path]) => path !== option.path),
    );
    const asPreset = sameValue(value, this.presetValue(option));
    this.changes = asPreset ? others : { ...others, [option.path]: value };
    this.#version += 1;
    void this.check();
  }

  /** Ask the server. Collect changes made in the meantime, and ask about them together. */
  async check(): Promise<void> {
    this.asking = true;
    this.#later = true;
    if (this.#checking) return;
    this.#checking = true;
    while (this.#later) {
      this.#later = false;
      const version = this.#version;
      try {
        const info = await checkRules({ ...this.choice, lang: this.#lang });
        if (version !== this.#version) continue;
        this.info = info;
        this.refusal = '';
      } catch (error) {
        if (version === this.#version) this.refusal = this.#troubleOf(error);
      }
    }
    this.#checking = false;
    this.asking = false;
  }

  /** Return why the server's answer is missing. */
  #troubleOf(error: unknown): string {
    this.unanswered = !(error instanceof RefusedError);
    return sentenceOf(error);
  }
}
