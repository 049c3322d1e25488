import type { Block } from '../../../../things/entries/page-document.ts'

type Waiting = PromiseWithResolvers<string> & { readonly block: Block }

/** Renders a block on the server. */
export type RenderBlock = (block: Block) => Promise<string>

/** The server's limit per request. */
const MAX_BLOCKS = 100

/** Batches blocks requested at the same time into one call. */
export function renderTogether(render: (blocks: readonly Block[]) => Promise<readonly string[]>): RenderBlock {
  let waiting: Waiting[] = []
  const send = async (some: readonly Waiting[]) => {
    try {
      const html = await render(some.map(({ block }) => block))
      for (const [index, { resolve }] of some.entries()) resolve(html[index] ?? '')
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
  const sendAll = () => {
    for (let at = 0; at < waiting.length; at += MAX_BLOCKS) void send(waiting.slice(at, at + MAX_BLOCKS))
    waiting = []
  }
  return (block) => {
    if (waiting.length === 0) setTimeout(sendAll)
    const one = { ...Promise.withResolvers<string>(), block }
    waiting.push(one)
    return one.promise
  }
}
