import { describe, expect, it } from 'vitest';
import { stemWord } from './stem.ts';

const pairs = `
caresses caress|ponies poni|ties ti|caress caress|cats cat|feed feed|agreed agre|plastered plaster|bled bled|motoring motor|sing sing
conflated conflat|troubled troubl|sized size|hopping hop|tanned tan|falling fall|hissing hiss|fizzed fizz|failing fail|filing file
happy happi|sky sky|relational relat|conditional condit|rational ration|valenci valenc|hesitanci hesit|digitizer digit|conformabli conform
radicalli radic|differentli differ|vileli vile|analogousli analog|vietnamization vietnam|predication predic|operator oper|feudalism feudal
decisiveness decis|hopefulness hope|callousness callous|formaliti formal|sensitiviti sensit|sensibiliti sensibl|triplicate triplic
formative form|formalize formal|electriciti electr|electrical electr|hopeful hope|goodness good|revival reviv|allowance allow|inference infer
airliner airlin|gyroscopic gyroscop|adjustable adjust|defensible defens|irritant irrit|replacement replac|adjustment adjust|dependent depend
adoption adopt|homologou homolog|communism commun|activate activ|angulariti angular|homologous homolog|effective effect|bowdlerize bowdler
probate probat|rate rate|cease ceas|controll control|roll roll|running run|notes note|generalizations gener|oscillators oscil|is is|by by
meetings meet|searching search|indexes index|indices indic|queries queri|query queri|organization organ|studies studi|flies fli|dying dy
`
  .trim()
  .split(/[|\n]/)
  .map((pair) => pair.split(' ') as [string, string]);

describe('the stem', () => {
  it.each(pairs)('of %s is %s', (word, stem) => {
    expect(stemWord(word)).toBe(stem);
  });

  it('is tested on enough words', () => {
    expect(pairs.length).toBeGreaterThan(80);
  });
});
