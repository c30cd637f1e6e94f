import { get, post } from '../connection/api';
import type { AnswerFriend, AskFriend, EndFriend, FriendList, Lang } from '../generated/protocol';

/** The page where someone of that name can be asked to be a friend. */
export const askPage = (name: string): string =>
  `/me?${new URLSearchParams({ friend: name }).toString()}`;

/** The name that such a link has brought along. */
export const wantedFriend = (search: string): string =>
  new URLSearchParams(search).get('friend') ?? '';

export function fetchFriends(lang: Lang): Promise<FriendList> {
  return get(`/api/friends?lang=${lang}`);
}

export function askFriend(asked: AskFriend): Promise<FriendList> {
  return post('/api/friends/ask', asked);
}

export function answerFriend(asked: AnswerFriend): Promise<FriendList> {
  return post('/api/friends/answer', asked);
}

/** Ends a friendship, or takes back what was asked. */
export function endFriend(asked: EndFriend): Promise<FriendList> {
  return post('/api/friends/end', asked);
}
