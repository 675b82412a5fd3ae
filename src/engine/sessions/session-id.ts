import { randomInt } from 'node:crypto';

const form = /^session_\d{13}_[a-z0-9]{9}$/;
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Whether a text can be the id of a session; it is also the name of its file. */
export function isSessionId(text: string): boolean {
  return form.test(text);
}

export function newSessionId(now: number): string {
  const random = Array.from({ length: 9 }, () => letters[randomInt(letters.length)]).join('');
  return `session_${String(now).padStart(13, '0')}_${random}`;
}

/** When an id says its session began, in ms since 1970. */
export function startOf(sessionId: string): number {
  return Number(sessionId.slice('session_'.length, -10));
}
