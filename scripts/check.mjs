// npm run check: all steps of npm test that need neither a build nor a browser. Run it before every commit.
import { prepare, runMain } from './prepare.mjs'
import { runSteps } from './steps.mjs'

await runMain(async () => {
  await prepare({ build: false })
  const { passed, failed } = await runSteps([
    'format',
    'lint',
    'types',
    'browser-types',
    'sandbox',
    'unused',
    'boundaries',
    'unit',
  ])
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
