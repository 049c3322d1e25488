// Builds the browser's files and the server into dist/, as configured in vite.config.ts.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder } from 'vite'

process.env.NODE_ENV = 'production'
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
await compressAssets(join(builder.config.root, 'dist/client/assets'))

/**
 * Writes compressed copies beside scripts and styles, which the shop serves. Here and not in the shop, because the best
 * level takes a second for a large script.
 */
async function compressAssets(folder) {
  const copies = {
    br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: (body) => promisify(gzip)(body, { level: 9 }),
  }
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const body = await readFile(file)
      for (const [ending, compress] of Object.entries(copies))
        await writeFile(`${file}.${ending}`, await compress(body))
    }),
  )
}
