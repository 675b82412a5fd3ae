import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

// What a server says that serves skills: one, how to work with Slipbox. It is read when a client first asks for it.

const skillUri = 'skill://slipbox/SKILL.md';
const scheme = 'skill://';

/** A skill as the extension describes it: frontmatter as it stands in the file, and digests to check what is read. */
interface Skill {
  uri: string;
  frontmatter: Record<string, string>;
  resources: { uri: string; digest: string; size: number }[];
}

interface LoadedSkill {
  skill: Skill;
  text: string;
}

let loaded: Promise<LoadedSkill | undefined> | undefined;

function findSkill(): Promise<LoadedSkill | undefined> {
  loaded ??= loadSkill();
  return loaded;
}

/** The file lies above this one both in the sources and in the built package. */
async function loadSkill(): Promise<LoadedSkill | undefined> {
  for (const up of ['../', '../../../']) {
    const file = new URL(`${up}skills/slipbox/SKILL.md`, import.meta.url);
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes === undefined) continue;
    const text = bytes.toString('utf8');
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    const resources = [{ uri: skillUri, digest, size: bytes.length }];
    return { skill: { uri: skillUri, frontmatter: parseFrontmatter(text), resources }, text };
  }
  return undefined;
}

/** One plain value per line: all that our own file has. */
function parseFrontmatter(text: string): Record<string, string> {
  const [, block = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  return Object.fromEntries([...block.matchAll(/^(\w+): (.+)$/gm)].map(([, key, value]) => [key, value]));
}

export function isSkillUri(uri: string): boolean {
  return uri.startsWith(scheme);
}

export async function findSkillText(uri: string): Promise<string | undefined> {
  return uri === skillUri ? (await findSkill())?.text : undefined;
}

/** The skill as a resource among others. */
export async function describeSkill(): Promise<object | undefined> {
  const skill = (await findSkill())?.skill;
  if (skill === undefined) return undefined;
  const { name, description } = skill.frontmatter;
  const size = skill.resources[0]?.size;
  return { uri: skillUri, name, title: 'How to use Slipbox', description, mimeType: 'text/markdown', size };
}

export async function listSkills(): Promise<{ skills: Skill[] }> {
  const found = await findSkill();
  return { skills: found === undefined ? [] : [found.skill] };
}

export async function getSkill(uri: unknown): Promise<{ skill: Skill }> {
  const found = uri === skillUri ? await findSkill() : undefined;
  if (found === undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `No skill is served at ${String(uri).slice(0, 200)}`,
    );
  return { skill: found.skill };
}
