import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasErrorCode } from './process-lock.ts'

/** Makes a directory and those above it. `mkdir` with `recursive` never returns where none can be made, as in /proc. */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode)
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return
    const parent = dirname(path)
    const hasParent = parent === path || (await exists(parent))
    if (!hasErrorCode(error, 'ENOENT') || hasParent) throw error
    await makeDirectory(parent, mode)
    return makeDirectory(path, mode)
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
