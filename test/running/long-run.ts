/**
 * Whether sweeps run in full (`npm run test:long`), as before a release; otherwise only their most informative part
 * runs.
 */
export const isLongRun = process.env.TEST_LONG === '1'

/** A third of the repetitions of a property test or an attack, at least one; all of them in a long run. */
export const repetitions = (count: number): number => (isLongRun ? count : Math.ceil(count / 3))
