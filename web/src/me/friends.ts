import { get, post } from '../connection/api';
import type { AnswerFriend, AskFriend, EndFriend, FriendList, Lang } from '../generated/protocol';

/** Return the page that offers to send a friend request to that name. */
export const askPage = (name: string): string =>
  `/me?${new URLSearchParams({ friend: name }).toString()}`;

/** Return the name from such a link. */
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

/** End a friendship, or withdraw a request. */
export function endFriend(asked: EndFriend): Promise<FriendList> {
  return post('/api/friends/end', asked);
}
