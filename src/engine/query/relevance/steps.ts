import { type Signals, signalNames } from './signals.ts';

/**
 * Scores are counted in steps: whole numbers add up to the same sum in any order, so that the parts of a score are exactly
 * the score, and notes that differ by less than anyone could tell are ordered by path.
 */
const stepsPerPoint = 10_000;

export function toSteps(points: number): number {
  return Math.round(points * stepsPerPoint);
}

export function toPoints(steps: number): number {
  return steps / stepsPerPoint;
}

export function sumSteps(signals: Signals): number {
  return signalNames.reduce((sum, name) => sum + toSteps(signals[name]), 0);
}
