import { useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { type Block, blocksIn, isBlock, type PageDocument, slotsOf } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { canonicalJson } from './page-copies.ts'
import styles from './session.module.css'

type DocumentFrameProps = { readonly page: PageJson; readonly document: PageDocument; readonly title: string }

/** A document as visitors would see it, in a frame with the styles of the shop in which nothing runs. */
export function DocumentFrame({ page, document, title }: DocumentFrameProps) {
  const { rest } = useAdminContext()
  const shown = useQuery({
    queryKey: ['builder-frame', page.id, canonicalJson(document)],
    queryFn: () => pageHtml(rest, page, document),
  })
  return (
    <div className={styles.frame} aria-busy={shown.isPending}>
      <iframe title={title} sandbox="allow-same-origin" srcDoc={shown.data ?? ''} />
    </div>
  )
}

/** At most so many blocks are rendered by one call. */
const CALL_BLOCKS = 100

async function pageHtml(rest: RestClient, page: PageJson, document: PageDocument): Promise<string> {
  const blocks = blocksIn(document) ?? []
  const parts = Array.from({ length: Math.ceil(blocks.length / CALL_BLOCKS) }, (_, part) =>
    blocks.slice(part * CALL_BLOCKS, (part + 1) * CALL_BLOCKS),
  )
  const [around, ...rendered] = await Promise.all([
    fetch(page.frame_link).then((answer) => answer.text()),
    ...parts.map((part) =>
      rest.send<{ html: string[] }>('POST', `${paths.restBuilder}/render`, { id: page.id, blocks: part.map(alone) }),
    ),
  ])
  const html = rendered.flatMap((answer) => answer.html)
  const htmlOf = new Map(blocks.map(({ id }, index) => [id, html[index] || document.foreign?.[id] || '']))
  const shell = new DOMParser().parseFromString(around, 'text/html')
  const place = shell.getElementById('sktbuilder-blocks') ?? shell.body
  const fill = (into: Element, list: unknown) => {
    for (const block of Array.isArray(list) ? list.filter(isBlock) : []) {
      const { content } = Object.assign(shell.createElement('template'), { innerHTML: htmlOf.get(block.id) ?? '' })
      for (const slot of content.querySelectorAll<HTMLElement>('[data-slot]'))
        fill(slot, block[slot.dataset.slot ?? ''])
      into.append(content)
    }
  }
  fill(place, document.blocks)
  shell.body.replaceChildren(place.closest('main') ?? place)
  // The blocks are laid out by what they are in.
  if (place !== shell.body) place.replaceWith(...place.childNodes)
  for (const element of shell.querySelectorAll('script, base, meta[http-equiv]')) element.remove()
  // It is to be looked at, not to be gone through.
  for (const link of shell.querySelectorAll('a[href]')) link.removeAttribute('href')
  return `<!doctype html>${shell.documentElement.outerHTML}`
}

/** A block without those in it, which are rendered by themselves. */
const alone = (block: Block): Block => ({
  ...block,
  ...Object.fromEntries(slotsOf(block).map(([slot]) => [slot, []] as const)),
})
