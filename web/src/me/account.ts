import { answered, get, post } from '../connection/api';
import { endSession, session } from '../connection/session';
import type {
  AboutMe,
  ChangePassword,
  Credentials,
  DeleteMe,
  Lang,
  ShowMe,
  SignOut,
} from '../generated/protocol';

/** Return the server's data about this browser's user. */
export async function fetchMe(lang: Lang): Promise<AboutMe> {
  await session();
  return get(`/api/me?lang=${lang}`);
}

export async function register(asked: Credentials): Promise<AboutMe> {
  await session();
  return post('/api/me/register', asked);
}

export function signIn(asked: Credentials): Promise<AboutMe> {
  return post('/api/me/sign-in', asked);
}

export function changePassword(asked: ChangePassword): Promise<AboutMe> {
  return post('/api/me/password', asked);
}

/** Show the player's ratings to others, or hide them. */
export function showMe(asked: ShowMe): Promise<AboutMe> {
  return post('/api/me/shown', asked);
}

/** Sign out. Afterward, this browser's user counts as a new person. */
export function signOut(asked: SignOut): Promise<AboutMe> {
  return asNobody(post('/api/me/sign-out', asked));
}

export function deleteMe(asked: DeleteMe): Promise<AboutMe> {
  return asNobody(post('/api/me/delete', asked));
}

async function asNobody(answer: Promise<AboutMe>): Promise<AboutMe> {
  const found = await answer;
  endSession();
  return found;
}

/** Return all stored data as a file. */
export async function fetchMyData(lang: Lang): Promise<Blob> {
  await session();
  return (await answered(`/api/me/data?lang=${lang}`)).blob();
}
