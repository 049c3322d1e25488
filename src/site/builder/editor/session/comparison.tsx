import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { renderBlocks } from '../canvas/block-html.ts'
import { useCanvas } from '../canvas/canvas-context.tsx'
import { fetchPage } from '../canvas/page-frame.tsx'
import { defineWords } from '../words.ts'
import { compareDocuments, textOfBlock } from './compare-documents.ts'
import { canonicalJson } from './page-copies.ts'
import styles from './session.module.css'

const useWords = defineWords({
  differences: ['Differences', 'Ce qui diffère'],
  same: ['The blocks are the same.', 'Les blocs sont les mêmes.'],
  added: ['Added', 'Ajouté'],
  removed: ['Removed', 'Retiré'],
  moved: ['Moved', 'Déplacé'],
  changed: ['Changed', 'Modifié'],
})

type DifferencesProps = { readonly older: PageDocument; readonly newer: PageDocument }

export function Differences({ older, newer }: DifferencesProps) {
  const words = useWords()
  const { known } = useCanvas()
  const differences = compareDocuments(older, newer)
  if (differences.length === 0) return <p>{words.same}</p>
  return (
    <ul className={styles.differences} aria-label={words.differences}>
      {differences.map(({ kind, block }) => {
        const text = textOfBlock(block)
        return (
          <li key={`${kind}-${block.id}`} data-kind={kind}>
            <strong>{words[kind]}</strong> {known.get(`${block.lib}/${block.block}`)?.title ?? block.block}
            {text !== '' && ` “${text}”`}
          </li>
        )
      })}
    </ul>
  )
}

type Side = { readonly title: string; readonly head: ReactNode; readonly document: PageDocument }
type ComparisonProps = { readonly page: PageJson; readonly older: Side; readonly newer: Side }

export const Comparison = ({ page, older, newer }: ComparisonProps) => (
  <>
    <Differences older={older.document} newer={newer.document} />
    <div className={styles.sides}>
      {[older, newer].map(({ title, head, document }, index) => (
        <section key={index === 0 ? 'older' : 'newer'} aria-label={title}>
          <div className={styles.side}>
            <h3>{title}</h3>
            {head}
          </div>
          <DocumentFrame page={page} document={document} title={title} />
        </section>
      ))}
    </div>
  </>
)

type DocumentFrameProps = { readonly page: PageJson; readonly document: PageDocument; readonly title: string }

/** Renders a document in a frame with the shop's styles and without scripts. */
function DocumentFrame({ page, document, title }: DocumentFrameProps) {
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
  const [place, html] = await Promise.all([fetchPage(frame_link), renderBlocks(rest, id, { document })])
  const { body, documentElement } = place.ownerDocument
  body.replaceChildren(place.closest('main') ?? place)
  // The container itself is removed, because the blocks are laid out by its parent.
  place.outerHTML = html.join('')
  for (const element of documentElement.querySelectorAll('script, base, meta[http-equiv]')) element.remove()
  // A preview, whose links must not navigate.
  for (const link of body.querySelectorAll('a[href]')) link.removeAttribute('href')
  return `<!doctype html>${documentElement.outerHTML}`
}
