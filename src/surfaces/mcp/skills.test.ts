import { join } from 'node:path';
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node';
import { expect, test } from 'vitest';
import { allTools } from '../../tools/registry.ts';
import { findSkillText, getSkill, listSkills } from './skills.ts';

const folder = join(import.meta.dirname, '../../../skills');

test('the skill is described as the extension itself would describe it', async () => {
  const catalogue = await loadSkills(folder, { strict: true });
  expect(await listSkills()).toEqual({ skills: catalogue.entries });
  const { uri } = catalogue.entries[0]!;
  expect(await getSkill(uri)).toEqual({ skill: catalogue.entries[0] });
});

test('it is short, and every tool it names is one of ours', async () => {
  const text = (await findSkillText('skill://slipbox/SKILL.md'))!;
  expect(text.split('\n').length).toBeLessThan(80);
  const named = [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(4);
  const names = allTools.map(({ name }) => name);
  for (const name of named) expect(names).toContain(name);
});

test('another skill is not there', async () => {
  expect(await findSkillText('skill://slipbox/other.md')).toBeUndefined();
  for (const uri of ['skill://other/SKILL.md', undefined, 7])
    await expect(getSkill(uri)).rejects.toMatchObject({ code: -32602 });
});
