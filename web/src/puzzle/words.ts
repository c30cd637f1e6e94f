import type { PuzzleInfo } from '../generated/protocol';
import { m } from '../paraglide/messages';

export function difficultyWords(difficulty: PuzzleInfo['difficulty']): string {
  return {
    easy: m.puzzle_easy(),
    medium: m.puzzle_medium(),
    hard: m.puzzle_hard(),
    'very-hard': m.puzzle_very_hard(),
  }[difficulty];
}
