import { addHandMadePage, builtPath, handMadePath } from '../running/hand-made-page.ts'
import type { ShopProcess } from '../running/shop-process.ts'
import { startLoadTool } from './processes.ts'

const rounds = 7
const seconds = 1.5
const connections = 16

export type BuiltPages = { readonly built: number; readonly handMade: number; readonly ratio: number }

/**
 * How many times as long the server needs for a page of blocks as for the same words as a text, both rendered on every
 * request.
 */
export async function measureBuiltPages(shop: ShopProcess): Promise<BuiltPages> {
  await addHandMadePage(shop)
  const tool = startLoadTool()
  const run = async (path: string) => {
    const requests = [`GET ${path}?n={n} HTTP/1.1\r\nHost: localhost:${shop.port}\r\nAccept: text/html\r\n\r\n`]
    const { perSecond, failed } = await tool.run({ port: shop.port, connections, seconds, requests })
    if (failed > 0) throw new Error(`${path}: ${failed} answers were not 200`)
    return perSecond
  }
  await run(builtPath)
  await run(handMadePath)
  const pairs: { built: number; handMade: number }[] = []
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ built: await run(builtPath), handMade: await run(handMadePath) })
  await tool.stop()
  const measured = pairs
    .map((pair) => ({ ...pair, ratio: pair.handMade / pair.built }))
    .toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)]
  if (!measured) throw new Error('Nothing was measured')
  return measured
}

export const builtPagesText = ({ built, handMade, ratio }: BuiltPages): string =>
  `page of blocks, rendered each time: ${built.toFixed(0)} a second; the same as a text ${handMade.toFixed(0)}; ${ratio.toFixed(2)} times the time`
