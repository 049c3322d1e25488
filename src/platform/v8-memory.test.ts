import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = new URL('./v8-memory.ts', import.meta.url).href

/** What V8 knows of the objects that `process.nextTick` makes, after a dozen collections of an idle process. */
async function tickFeedback(before: string): Promise<string[]> {
  const script = `
    import { setTimeout as pause } from 'node:timers/promises'
    import { retainTickObject } from '${module}'
    ${before}
    for (let round = 0; round < 12; round += 1) {
      for (let tick = 0; tick < 50; tick += 1) process.nextTick(() => {})
      await pause(2)
      gc()
      await pause(2)
    }
    const feedback = JSON.parse(JSON.stringify(%GetFeedback(process.nextTick)))
    const stores = feedback.filter((slot) => slot?.[0] === 'DefineKeyedOwnPropertyInLiteral')
    console.log(JSON.stringify(stores.map((slot) => slot[1].split('\\n')[0])))
  `
  const flags = ['--allow-natives-syntax', '--expose-gc', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  return JSON.parse(stdout)
}

test('ticks are compiled for one hidden class, also after an idle process was collected often', async () => {
  const kept = await tickFeedback('retainTickObject()')
  expect(kept).not.toHaveLength(0)
  expect(new Set(kept)).toEqual(new Set(['MONOMORPHIC']))
  // Without it they are not. When this fails, Node has mended it, and `retainTickObject` can go.
  expect(await tickFeedback('')).toContain('MEGAMORPHIC')
})
