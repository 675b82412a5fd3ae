import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Call, throwIfCancelled } from '../call.ts';
import { findOwnFolder } from '../vault/own-files.ts';
import { findSessions, readAllTraces, sessionsFolder } from './list-sessions.ts';
import { cut, type SessionLine, type TraceLine } from './session-record.ts';

export interface MemoryQuery {
  readonly query: string;
  readonly workspaceId?: string;
  readonly sessionId?: string;
  readonly limit: number;
  readonly offset: number;
}

/** Something remembered: a session by its name, description or goal, or one call in it. */
export interface Memory {
  readonly type: 'session' | 'trace';
  readonly sessionId: string;
  readonly sessionName: string;
  readonly workspaceId: string;
  /** Ms since 1970. */
  readonly time: number;
  readonly score: number;
  readonly text: string;
  readonly tool?: string;
  readonly outcome?: string;
  readonly paths?: readonly string[];
}

export interface MemorySearch {
  readonly results: Memory[];
  readonly total: number;
  /** Sessions looked into. */
  readonly searched: number;
  /** There are more sessions than were looked into. */
  readonly incomplete?: true;
}

const mostSearched = 1000;
const mostFound = 10_000;
const longestText = 300;

/** Records that have all words of the query, those with the whole phrase first, then the newest. */
export async function searchSessions(root: string, input: MemoryQuery, call: Call): Promise<MemorySearch> {
  const { query, workspaceId, sessionId, limit, offset } = input;
  const folder = findOwnFolder(root, sessionsFolder);
  const phrase = fold(query.trim());
  const words = [...new Set(phrase.split(/\s+/).filter(Boolean))];
  if (folder === undefined || words.length === 0) return { results: [], total: 0, searched: 0 };
  const all = await findSessions(root, workspaceId, call);
  const sessions =
    sessionId === undefined ? all : all.filter(({ session }) => session.sessionId === sessionId);
  const searched = sessions.slice(0, mostSearched);
  const found: Memory[] = [];
  for (const one of searched) {
    await nextTurn();
    throwIfCancelled(call);
    const { session } = one;
    const { traces } = readAllTraces(folder, one);
    const described = traces.map((trace) => describeTrace(session, trace));
    for (const memory of [describeSession(session), ...described]) {
      const score = scoreOf(memory, phrase, words);
      if (score > 0 && found.length < mostFound)
        found.push({ ...memory, score, text: cut(memory.text, longestText) });
    }
  }
  found.sort((a, b) => b.score - a.score || b.time - a.time || (a.sessionId < b.sessionId ? 1 : -1));
  return {
    results: found.slice(offset, offset + limit),
    total: found.length,
    searched: searched.length,
    ...(sessions.length > searched.length ? { incomplete: true as const } : {}),
  };
}

type Described = Omit<Memory, 'score'>;

function describeSession({ sessionId, name, description, sessionGoal, workspaceId, createdAt }: SessionLine) {
  const text = [name, description, sessionGoal].filter(Boolean).join(' · ');
  return { type: 'session', sessionId, sessionName: name, workspaceId, time: createdAt, text } as const;
}

function describeTrace({ sessionId, name, workspaceId }: SessionLine, trace: TraceLine): Described {
  const { tool, outcome, paths, args, purpose, time } = trace;
  const given = Object.entries(args)
    .filter(([, value]) => typeof value !== 'string' || !paths.includes(value))
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const text = [purpose, ...paths, ...given].filter(Boolean).join(' · ');
  const about = { type: 'trace', sessionId, sessionName: name, workspaceId, time } as const;
  return { ...about, text, tool, outcome, ...(paths.length > 0 ? { paths } : {}) };
}

/** 1 for the phrase, less for its words apart; a session weighs more than one call in it. */
function scoreOf({ type, text, tool = '' }: Described, phrase: string, words: readonly string[]): number {
  const folded = fold(`${tool} ${text}`);
  if (!words.every((word) => folded.includes(word))) return 0;
  return (folded.includes(phrase) ? 0.8 : 0.6) + (type === 'session' ? 0.2 : 0);
}

/** Final sigma is one letter with the other; lower case would tell them apart by their place. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}
