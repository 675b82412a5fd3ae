/** Words that English questions and sentences are held together by: which note is meant they do not say. */
const stopWords: ReadonlySet<string> = new Set(
  `a about again all also am an and any anybody anyone anything are aren as at be because been being both but by can cannot
  could couldn d did didn do does doesn doing don each either else ever every for from get gets getting give gives go goes
  going got had hadn has hasn have haven having he her here hers him his how i if in into is isn it its itself just let ll
  m many may maybe me might mine more most much must my myself no nor not of off on one or other our ours out over own
  please re s say said says shall she should shouldn so some somebody someone something still such t tell than that the
  their theirs them then there these they thing things this those though through to too up us use used ve very was wasn
  we were weren what whatever when where whether which while who whom whose why will with within without won would
  wouldn yes yet you your yours`.split(/\s+/),
);

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
