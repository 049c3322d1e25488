import { type Data, type OnAction, Puck } from '@puckeditor/core'
import '@puckeditor/core/no-external.css'
import { useMemo, useRef, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import type { LibraryJson, PageJson } from '../rest/page-json.ts'
import { renderTogether } from './canvas/block-html.ts'
import { CanvasProvider } from './canvas/canvas-context.tsx'
import { PageFrame } from './canvas/page-frame.tsx'
import { Workbench } from './panels/workbench.tsx'
import { knownBlocks, puckConfig } from './puck-config.tsx'
import { BlockNumbers, toPuck } from './puck-document.ts'
import { defineWords } from './words.ts'

const useWords = defineWords({
  showsTitle: ['Show the title of the page', 'Afficher le titre de la page'],
  unknown: ['Unknown block', 'Bloc inconnu'],
  page: ['Page', 'Page'],
})

/** Puck's own texts that are visible to users. */
const usePuckWords = defineWords({
  'action-selectparent': ['Select parent', 'Choisir le bloc autour'],
  'action-duplicate': ['Duplicate', 'Dupliquer'],
  'action-delete': ['Delete', 'Supprimer'],
  'drawer-category-collapse': ['Collapse {title}', 'Replier {title}'],
  'drawer-category-expand': ['Expand {title}', 'Déplier {title}'],
  'field-readonly': ['Read-only', 'Lecture seule'],
  'field-arrayitem-duplicate': ['Duplicate', 'Dupliquer'],
  'field-arrayitem-delete': ['Delete', 'Supprimer'],
  'loader-loading': ['loading', 'chargement'],
})

type EditorProps = { readonly page: PageJson; readonly libraries: readonly LibraryJson[] }

const nothing = { drag: false, duplicate: false, delete: false, edit: false, insert: false }
const overrides = { iframe: PageFrame }
const iframe = { enabled: true, syncHostStyles: false, waitForStyles: false }

export function Editor({ page, libraries }: EditorProps) {
  const words = useWords()
  const dictionary = usePuckWords()
  const { rest } = useAdminContext()
  const [isReadOnly, setReadOnly] = useState(false)
  const onAction = useRef<OnAction>(null)
  const [numbers] = useState(() => new BlockNumbers())
  const known = useMemo(() => knownBlocks(libraries), [libraries])
  const config = useMemo(() => puckConfig(libraries, words), [libraries, words])
  const [data] = useState<Data>(() => toPuck(page.document, known, numbers))
  const [renderBlock] = useState(() => renderTogether(rest, page.id))
  const parts = useMemo(
    () => ({ page, known, numbers, renderBlock, isReadOnly, setReadOnly, onAction }),
    [page, known, numbers, renderBlock, isReadOnly],
  )
  return (
    <Puck
      config={config}
      data={data}
      overrides={overrides}
      iframe={iframe}
      onAction={(...done) => onAction.current?.(...done)}
      dictionary={dictionary}
      permissions={isReadOnly ? nothing : {}}
    >
      <CanvasProvider parts={parts}>
        <Workbench />
      </CanvasProvider>
    </Puck>
  )
}
