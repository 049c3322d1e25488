import { createHook } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Start-up leaves about 200 MB of garbage, half of the memory, which an idle process would not collect. */
export function collectStartupGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), 1500).unref()
}

const retainedTickObjects: object[] = []

/**
 * Keeps one task of `process.nextTick` for good. Each collection of an idle process finds none of them alive and drops
 * their hidden class; after some of these, V8 gives up on it, and a tick takes eight times as long: a quarter of the
 * processor time of a cached page (docs/benchmarks.md).
 */
export function retainTickObject(): void {
  const hook = createHook({
    // A hook that has once seen promises makes all of them slower for good.
    trackPromises: false,
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') retainedTickObjects.push(resource)
    },
  })
  hook.enable()
  process.nextTick(() => {})
  hook.disable()
}
