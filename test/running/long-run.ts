/** Whether sweeps are run in full (`npm run test:long`), as before a release; otherwise their most telling part. */
export const isLongRun = process.env.TEST_LONG === '1'

/** Of a property's or an attack's repetitions a third, at least one; all of them in a long run. */
export const repetitions = (count: number): number => (isLongRun ? count : Math.ceil(count / 3))
