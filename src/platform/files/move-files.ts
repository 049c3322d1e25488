import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { type FileStore, fileFolders } from './file-store.ts'

const CONCURRENCY = 6

/**
 * Copies every file to another store, except those that exist there with the same size, so that an interrupted copy can
 * be continued. Nothing is deleted.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<{ readonly copied: number; readonly present: number }> {
  const keys: string[] = []
  for (const folder of fileFolders) for await (const key of from.list(`${folder}/`)) keys.push(key)
  const temporary = await mkdtemp(join(tmpdir(), 'samovar-files-'))
  let [copied, done] = [0, 0]
  let failure: Error | undefined

  async function move(key: string, index: number): Promise<void> {
    const [source, target] = await Promise.all([from.stat(key), to.stat(key)])
    const opened = source && source.size !== target?.size ? await from.open(key) : null
    if (opened) {
      const sourcePath = join(temporary, String(index))
      await pipeline(opened.body, createWriteStream(sourcePath))
      await to.write(key, { sourcePath })
      await rm(sourcePath)
      copied += 1
    }
    onProgress(++done, keys.length)
  }

  try {
    const limit = pLimit(CONCURRENCY)
    await limit.map(keys, async (key, index) => {
      // After a failure running copies are finished, but no new ones started.
      if (failure === undefined) await move(key, index).catch((error: Error) => (failure ??= error))
    })
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  if (failure) throw failure
  return { copied, present: keys.length - copied }
}
