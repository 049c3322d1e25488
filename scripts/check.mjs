// npm run check: what to run before every commit. Everything of npm test that needs neither build nor browser.
import { prepare, runMain } from './prepare.mjs'
import { runSteps } from './steps.mjs'

await runMain(async () => {
  await prepare({ build: false })
  const { passed, failed } = await runSteps(['format', 'lint', 'types', 'unused', 'boundaries', 'unit'])
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
