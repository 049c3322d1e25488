import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { Block, PageDocument } from '../../../../things/entries/page-document.ts'

type Rendered = { readonly blocks: readonly Block[] } | { readonly document: PageDocument }

/** HTML of single blocks with placeholders for their children, or of a whole page as visitors see it. */
export const renderBlocks = async (rest: RestClient, id: number, rendered: Rendered): Promise<readonly string[]> =>
  (await rest.send<{ html: string[] }>('POST', `${paths.restBuilder}/render`, { id, ...rendered })).html

export type RenderBlock = (block: Block) => Promise<string>

/** The server's limit per request. */
const MAX_BLOCKS = 100

/** Renders blocks of a page on the server; those requested at the same time in one call. */
export function renderTogether(rest: RestClient, id: number): RenderBlock {
  let batch: { readonly blocks: Block[]; readonly html: Promise<readonly string[]> } | null = null
  const newBatch = () => {
    const blocks: Block[] = []
    const send = () => {
      batch = null
      return renderBlocks(rest, id, { blocks })
    }
    return { blocks, html: new Promise((done) => setTimeout(done)).then(send) }
  }
  return async (block) => {
    if (batch?.blocks.length === MAX_BLOCKS) batch = null
    const { blocks, html } = (batch ??= newBatch())
    const index = blocks.push(block) - 1
    return (await html)[index] ?? ''
  }
}
