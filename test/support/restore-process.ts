/** Takes back what a test file has replaced in its process, because the next file runs in the same one. */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetConfig()
})
