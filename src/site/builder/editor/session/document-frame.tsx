import { useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { fetchPage } from '../canvas/page-frame.tsx'
import { canonicalJson } from './page-copies.ts'
import styles from './session.module.css'

type DocumentFrameProps = { readonly page: PageJson; readonly document: PageDocument; readonly title: string }

/** Renders a document in a frame with the shop's styles and without scripts. */
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

async function pageHtml(rest: RestClient, { id, frame_link }: PageJson, document: PageDocument): Promise<string> {
  const [place, { html }] = await Promise.all([
    fetchPage(frame_link),
    rest.send<{ html: string[] }>('POST', `${paths.restBuilder}/render`, { id, document }),
  ])
  const { body, documentElement } = place.ownerDocument
  body.replaceChildren(place.closest('main') ?? place)
  // The container itself is removed, because the blocks are laid out by its parent.
  place.outerHTML = html.join('')
  for (const element of documentElement.querySelectorAll('script, base, meta[http-equiv]')) element.remove()
  // A preview, whose links must not navigate.
  for (const link of body.querySelectorAll('a[href]')) link.removeAttribute('href')
  return `<!doctype html>${documentElement.outerHTML}`
}
