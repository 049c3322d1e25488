import { type Config, createUsePuck, useGetPuck } from '@puckeditor/core'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { findBlock, positionOf } from '../../../things/blocks/edits.ts'
import type { PageDocument } from '../../../things/entries/page-document.ts'
import { useCanvas } from './canvas/canvas-context.ts'
import { type EditorApi, EditorContext } from './editor-api.ts'
import { fromPuck, toPuck } from './puck-document.ts'

export const usePuckStore = createUsePuck<Config>()

/** Puck records a change after 250 ms without another one. */
const RECORD_MS = 280
const ROOT_ZONE = 'root:default-zone'

/** Provides `EditorApi`: Puck's data as a page document. */
export function EditorProvider({ children }: { readonly children: ReactNode }) {
  const { known, numbers, frame } = useCanvas()
  const getPuck = useGetPuck()
  const selectedId = usePuckStore(({ selectedItem }) => selectedItem?.props.id as string | undefined)
  const [announcement, setAnnouncement] = useState('')
  const announce = useCallback((text: string) => {
    // Screen readers announce an identical text only if it changes.
    setAnnouncement((before) => (before === text ? `${text}\u00a0` : text))
  }, [])
  const document = useCallback(() => fromPuck(getPuck().appState.data, known, numbers), [getPuck, known, numbers])
  const selectIn = useCallback(
    (page: PageDocument, id: number | null) => {
      const at = id === null ? undefined : positionOf(page, id)
      const zone = at?.parent ? `${numbers.idOf(at.parent.id)}:${at.parent.slot}` : ROOT_ZONE
      getPuck().dispatch({ type: 'setUi', ui: { itemSelector: at ? { zone, index: at.index } : null } })
    },
    [getPuck, numbers],
  )
  const selected = selectedId === undefined ? null : numbers.numberOf(selectedId)
  const api = useMemo((): EditorApi => {
    const select = (id: number | null) => {
      selectIn(document(), id)
      if (id === null) return
      const shown = frame?.querySelector(`[data-puck-component="${CSS.escape(numbers.idOf(id))}"]`)
      shown?.scrollIntoView({ block: 'nearest' })
    }
    return {
      document,
      replace(page) {
        // The selection changes first, so that the history entry has the selection of the new page.
        const { selectedItem } = getPuck()
        const before = selectedItem ? numbers.numberOf(selectedItem.props.id as string) : null
        const data = toPuck(page, known, numbers)
        selectIn(page, before !== null && findBlock(page, before) ? before : null)
        getPuck().dispatch({ type: 'setData', data: () => data, recordHistory: true })
      },
      selected,
      select,
      announce,
    }
  }, [document, getPuck, known, numbers, frame, selectIn, selected, announce])
  return (
    <EditorContext value={api}>
      {children}
      <div className="visually-hidden" role="status" data-announcements>
        {announcement}
      </div>
    </EditorContext>
  )
}

/** Undo and redo, after Puck has recorded the last change. */
export function useHistory() {
  const { changedAt } = useCanvas()
  const getPuck = useGetPuck()
  const hasPast = usePuckStore(({ history }) => history.hasPast)
  const hasFuture = usePuckStore(({ history }) => history.hasFuture)
  const step = (can: 'hasPast' | 'hasFuture', go: 'back' | 'forward') => (done: () => void) => {
    const run = () => {
      const { history } = getPuck()
      if (!history[can]) return
      history[go]()
      done()
    }
    setTimeout(run, Math.max(0, changedAt.current + RECORD_MS - Date.now()))
  }
  return { hasPast, hasFuture, undo: step('hasPast', 'back'), redo: step('hasFuture', 'forward') }
}
