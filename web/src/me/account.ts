import { answered, get, post } from '../connection/api';
import { renewSession, session } from '../connection/session';
import type {
  AboutMe,
  ChangePassword,
  Credentials,
  DeleteMe,
  Lang,
  ShowMe,
  SignOut,
} from '../generated/protocol';

/** What the server knows of whoever is at this browser. */
export async function fetchMe(lang: Lang): Promise<AboutMe> {
  await session();
  return get(`/api/me?lang=${lang}`);
}

export function register(asked: Credentials): Promise<AboutMe> {
  return post('/api/me/register', asked);
}

export function signIn(asked: Credentials): Promise<AboutMe> {
  return post('/api/me/sign-in', asked);
}

export function changePassword(asked: ChangePassword): Promise<AboutMe> {
  return post('/api/me/password', asked);
}

/** Has others see the own ratings, or nobody. */
export function showMe(asked: ShowMe): Promise<AboutMe> {
  return post('/api/me/shown', asked);
}

/** Whoever is at this browser is somebody new then. */
export async function signOut(asked: SignOut & { lang: Lang }): Promise<AboutMe> {
  await post('/api/me/sign-out', asked);
  return asNobody(asked.lang);
}

export async function deleteMe(asked: DeleteMe & { lang: Lang }): Promise<AboutMe> {
  await post('/api/me/delete', asked);
  return asNobody(asked.lang);
}

/** Everything that is kept, as a file. */
export async function fetchMyData(lang: Lang): Promise<Blob> {
  return (await answered(`/api/me/data?lang=${lang}`)).blob();
}

async function asNobody(lang: Lang): Promise<AboutMe> {
  await renewSession();
  return fetchMe(lang);
}
