/** Whether sweeps are run in full (`npm run test:long`), as before a release; otherwise their most telling part. */
export const isLongRun = process.env.TEST_LONG === '1'
