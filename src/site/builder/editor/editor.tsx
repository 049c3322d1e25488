import { type Data, Puck, type PuckAction } from '@puckeditor/core'
import '@puckeditor/core/no-external.css'
import { useMemo, useRef, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { LibraryJson, PageJson } from '../rest/page-json.ts'
import { renderTogether } from './canvas/block-html.ts'
import type { CanvasParts } from './canvas/canvas-context.ts'
import { PageFrame } from './canvas/page-frame.tsx'
import { ShownSlots } from './canvas/shown-slots.ts'
import { EditorProvider } from './editor-provider.tsx'
import { Workbench } from './panels/workbench.tsx'
import { knownBlocks, puckConfig } from './puck-config.tsx'
import { BlockNumbers, toPuck } from './puck-document.ts'
import { usePuckWords } from './puck-words.ts'
import { defineWords } from './words.ts'

const useWords = defineWords({
  showsTitle: ['Show the title of the page', 'Afficher le titre de la page'],
  unknown: ['Unknown block', 'Bloc inconnu'],
  page: ['Page', 'Page'],
})

type EditorProps = { readonly page: PageJson; readonly libraries: readonly LibraryJson[] }

const nothing = { drag: false, duplicate: false, delete: false, edit: false, insert: false }
const overrides = { iframe: PageFrame }
const iframe = { enabled: true, syncHostStyles: false, waitForStyles: false }
/** Actions that Puck does not record in its history. */
const unrecorded = new Set(['setUi', 'set', 'setData', 'registerZone', 'unregisterZone'])

/** Puck with the blocks of this shop and the document of a page. */
export function Editor({ page, libraries }: EditorProps) {
  const words = useWords()
  const dictionary = usePuckWords()
  const { rest } = useAdminContext()
  const [isReadOnly, setReadOnly] = useState(false)
  const [frame, setFrame] = useState<Document | null>(null)
  const changedAt = useRef(0)
  const onDone: CanvasParts['onDone'] = useRef(null)
  const [numbers] = useState(() => new BlockNumbers())
  const [slots] = useState(() => new ShownSlots())
  const known = useMemo(() => knownBlocks(libraries), [libraries])
  const config = useMemo(() => puckConfig(libraries, words), [libraries, words])
  const [data] = useState<Data>(() => toPuck(page.document, known, numbers))
  const [renderBlock] = useState(() =>
    renderTogether(async (blocks) => {
      const body = { id: page.id, blocks }
      return (await rest.send<{ html: string[] }>('POST', `${paths.restBuilder}/render`, body)).html
    }),
  )
  const parts = useMemo(
    () => ({ page, known, numbers, slots, renderBlock, frame, setFrame, isReadOnly, setReadOnly, changedAt, onDone }),
    [page, known, numbers, slots, renderBlock, frame, isReadOnly],
  )
  const onAction = ({ type, recordHistory }: PuckAction) => {
    if (recordHistory ?? !unrecorded.has(type)) changedAt.current = Date.now()
    // After Puck has applied the action.
    setTimeout(() => onDone.current?.(type))
  }
  return (
    <Puck
      config={config}
      data={data}
      overrides={overrides}
      iframe={iframe}
      onAction={onAction}
      dictionary={dictionary}
      permissions={isReadOnly ? nothing : {}}
    >
      <EditorProvider parts={parts}>
        <Workbench />
      </EditorProvider>
    </Puck>
  )
}
