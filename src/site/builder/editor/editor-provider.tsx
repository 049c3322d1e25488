import { type Config, createUsePuck, useGetPuck } from '@puckeditor/core'
import { type ReactNode, useMemo, useState } from 'react'
import { type Canvas, CanvasContext, type CanvasParts, useCanvas } from './canvas/canvas-context.ts'
import { fromPuck, toPuck } from './puck-document.ts'

export const usePuckStore = createUsePuck<Config>()

/** Puck records a change after 250 ms without another one. */
const RECORD_MS = 280

type ProviderProps = { readonly parts: CanvasParts; readonly children: ReactNode }

/** Provides the canvas: Puck's data as a page document. */
export function EditorProvider({ parts, children }: ProviderProps) {
  const getPuck = useGetPuck()
  const [announcement, announce] = useState('')
  const canvas = useMemo((): Canvas => {
    const { known, numbers, frame } = parts
    const selectInPuck = (id: number | null, recordHistory: boolean) => {
      const { dispatch, getSelectorForId } = getPuck()
      const itemSelector = id === null ? null : (getSelectorForId(numbers.idOf(id)) ?? null)
      dispatch({ type: 'setUi', ui: { itemSelector }, recordHistory })
    }
    return {
      ...parts,
      document: () => fromPuck(getPuck().appState.data, known, numbers),
      replace(page) {
        const { selectedItem, dispatch } = getPuck()
        const data = toPuck(page, known, numbers)
        dispatch({ type: 'setData', data: () => data, recordHistory: true })
        // The selected block may be elsewhere now; recorded, so that undo and redo select it again.
        selectInPuck(selectedItem ? numbers.numberOf(selectedItem.props.id as string) : null, true)
      },
      select(id) {
        selectInPuck(id, false)
        if (id === null) return
        const shown = frame?.querySelector(`[data-puck-component="${CSS.escape(numbers.idOf(id))}"]`)
        shown?.scrollIntoView({ block: 'nearest' })
      },
      // Screen readers announce an identical text only if it changes.
      announce: (text) => announce((before) => (before === text ? `${text}\u00a0` : text)),
    }
  }, [parts, getPuck])
  return (
    <CanvasContext value={canvas}>
      {children}
      <div className="visually-hidden" role="status" data-announcements>
        {announcement}
      </div>
    </CanvasContext>
  )
}

/** Id of the selected block. */
export function useSelected(): number | null {
  const { numbers } = useCanvas()
  const id = usePuckStore(({ selectedItem }) => selectedItem?.props.id as string | undefined)
  return id === undefined ? null : numbers.numberOf(id)
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
