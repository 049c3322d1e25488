import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useReducer, useRef, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { ConfirmDialog } from '../../../../platform/admin/confirm-button.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { MediaButton } from '../../../../platform/admin/fields/media-picker.tsx'
import { useUnsavedChanges } from '../../../../platform/admin/form/unsaved.ts'
import { Button, ErrorState, Panel, QueryState } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { VariationJson } from '../../rest/variations/variation-shape.ts'
import { emptyGrid, gridReducer, type Row, raisedPrice, textOf } from './grid-state.ts'
import { bodyOf, cellErrors, rowOf } from './row-values.ts'
import { VariationGrid } from './variation-grid.tsx'
import styles from './variations.module.css'

const VariationDialog = lazy(() =>
  import('./variation-dialog.tsx').then((module) => ({ default: module.VariationDialog })),
)

const BATCH_SIZE = 25

/** API path of a product's variations, which is also their query key. */
export const variationsOf = (productId: number): string => `${paths.restProducts}/${productId}/variations`

/** All variations of a product as a grid that is saved separately. `onSaved`: the product has changed. */
export function VariationsSection({ productId, onSaved }: { productId: number; onSaved: () => unknown }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const path = variationsOf(productId)
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => rest.all<VariationJson>(`${path}?context=edit&orderby=menu_order&order=asc`, signal),
  })
  const [state, dispatch] = useReducer(gridReducer, emptyGrid)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [saved, setSaved] = useState(0)
  const [sources, setSources] = useState<Readonly<Record<string, string>>>({})
  const dialog = useRef<HTMLDialogElement>(null)
  const [openedId, setOpenedId] = useState<number>()
  const { rows, edits } = state
  const opened = rows.find(({ id }) => id === openedId)
  const changed = rows.filter((row) => edits[row.id])
  const count = changed.reduce((sum, { id }) => sum + Object.keys(edits[id] ?? {}).length, 0)
  const hasChanges = count > 0
  useUnsavedChanges(hasChanges)
  // Reloaded rows never replace unsaved edits.
  useEffect(() => {
    if (query.data && !hasChanges) dispatch({ kind: 'loaded', rows: query.data.map(rowOf) })
  }, [query.data, hasChanges])
  const pictures = new Map([
    ...(query.data ?? []).map(({ image }) => [`${image?.id}`, image?.src] as const),
    ...Object.entries(sources),
  ])

  const save = useSend(
    async (client) => {
      let errors: Record<string, string> = {}
      setSaved(0)
      for (let at = 0; at < changed.length; at += BATCH_SIZE) {
        const bodies = changed
          .slice(at, at + BATCH_SIZE)
          .map((row) => ({ id: row.id, body: bodyOf(row, edits[row.id] ?? {}) }))
        const update = bodies.flatMap(({ body }) => body ?? [])
        const answer = await client.send<BatchAnswer>('POST', `${path}/batch`, { update })
        const results = answer.update ?? []
        for (const { id, body } of bodies)
          if (!body) errors = { ...errors, [`${id}:stock`]: 'Stock is a whole number, or a change such as +12.' }
        for (const result of results)
          if ('error' in result) errors = { ...errors, ...cellErrors(result.id, result.error) }
        const fresh = results.flatMap((result) => ('error' in result ? [] : [rowOf(result)]))
        dispatch({ kind: 'saved', rows: fresh, sent: edits, errors })
        setSaved(at + bodies.length)
      }
    },
    [path],
    { onSuccess: onSaved },
  )
  const deletion = async () => {
    for (let at = 0; at < chosen.length; at += BATCH_SIZE)
      await rest.send('POST', `${path}/batch`, { delete: chosen.slice(at, at + BATCH_SIZE) })
    dispatch({ kind: 'removed', ids: chosen })
    setChosen([])
    await query.refetch()
    onSaved()
  }
  const wrong = new Set(Object.keys(state.errors).map((key) => Number.parseInt(key))).size
  return (
    <Panel id="variations" title="Variations">
      {!query.data && <QueryState query={query} />}
      {query.data?.length === 0 && <p>There are none yet. Choose attributes above, then make all variations.</p>}
      {rows.length > 0 && (
        <div className={styles.section}>
          <p className={styles.hint}>
            <span>
              Type to replace, Enter or F2 to edit, Shift and arrows to select, Ctrl+D to fill down, Ctrl+C and Ctrl+V
              to and from a spreadsheet, Ctrl+Z to undo.
            </span>{' '}
            Stock takes a change, too: +12 adds. A sale starts and ends at times such as 2026-12-24 09:00.
          </p>
          {chosen.length > 0 && (
            <BulkBar
              chosen={rows.filter(({ id }) => chosen.includes(id))}
              onSet={(changes) => dispatch({ kind: 'set', changes })}
              priceOf={(row) => textOf(row, edits, 'price')}
              onDelete={() => dialog.current?.showModal()}
            />
          )}
          <VariationGrid
            state={state}
            dispatch={dispatch}
            chosen={chosen}
            onChoose={setChosen}
            onSave={() => hasChanges && !save.isPending && save.mutate()}
            onMore={setOpenedId}
            picture={(row) => {
              const id = textOf(row, edits, 'picture')
              return (
                <>
                  {pictures.has(id) && <img src={pictures.get(id)} alt="" />}
                  <MediaButton
                    label={`${id ? 'Change' : 'Choose'} the picture`}
                    onPick={(item) => {
                      setSources((known) => ({ ...known, [item.id]: item.source_url }))
                      dispatch({ kind: 'set', changes: [{ id: row.id, column: 'picture', text: `${item.id}` }] })
                    }}
                  />
                </>
              )
            }}
          />
          <div className={styles.bar}>
            <Button
              kind="primary"
              label={save.isPending ? 'Saving …' : `Save ${count} ${count === 1 ? 'change' : 'changes'}`}
              disabled={!hasChanges || save.isPending}
              onClick={() => save.mutate()}
            />
            {hasChanges && !save.isPending && (
              <Button
                label="Discard changes"
                onClick={() => {
                  dispatch({ kind: 'loaded', rows })
                  void query.refetch()
                }}
              />
            )}
            {save.isPending && <progress aria-label="Saved rows" value={saved} max={changed.length} />}
            <p role="status">
              {state.announcement || (wrong > 0 && `${wrong} ${wrong === 1 ? 'row was' : 'rows were'} refused.`)}
              {save.isSuccess && !hasChanges && 'Saved.'}
            </p>
            {save.isError && <ErrorState error={save.error} />}
          </div>
          <ConfirmDialog
            dialog={dialog}
            question={`Delete ${chosen.length} ${chosen.length === 1 ? 'variation' : 'variations'}?`}
            text="They are gone for good. Orders keep what was bought."
            confirmLabel="Delete permanently"
            run={deletion}
          />
          <Suspense>
            {opened && (
              <VariationDialog
                path={path}
                id={opened.id}
                name={opened.name}
                onSaved={(item) => {
                  // The row keeps what it shows: an edited stock is a difference from that.
                  const row = { ...opened, version: rowOf(item).version }
                  dispatch({ kind: 'saved', rows: [row], sent: {}, errors: state.errors })
                  void queries.invalidateQueries({ queryKey: [path] })
                  onSaved()
                }}
                onClose={() => setOpenedId(undefined)}
              />
            )}
          </Suspense>
        </div>
      )}
    </Panel>
  )
}

type BatchAnswer = {
  readonly update?: readonly (
    | VariationJson
    | { readonly id: number; readonly error: Parameters<typeof cellErrors>[1] }
  )[]
}

type Changes = Extract<Parameters<typeof gridReducer>[1], { kind: 'set' }>['changes']
type BulkProps = {
  readonly chosen: readonly Row[]
  readonly priceOf: (row: Row) => string
  readonly onSet: (changes: Changes) => void
  readonly onDelete: () => void
}

function BulkBar({ chosen, priceOf, onSet, onDelete }: BulkProps) {
  const [text, setText] = useState('')
  const set = (column: 'price' | 'enabled', textFor: (row: Row) => string) => () =>
    onSet(chosen.map((row) => ({ id: row.id, column, text: textFor(row) })))
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
  return (
    <div className={styles.bar} role="group" aria-label="With those chosen">
      <label>
        Price, or percent{' '}
        <input
          type="text"
          inputMode="decimal"
          className={controls.field}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Button label="Set the price" disabled={!isNumber} onClick={set('price', () => text.trim())} />
      <Button
        label="Raise by percent"
        disabled={!isNumber}
        onClick={set('price', (row) => raisedPrice(priceOf(row), Number(text)))}
      />
      <Button label="Enable" onClick={set('enabled', () => 'yes')} />
      <Button label="Disable" onClick={set('enabled', () => 'no')} />
      <Button label={`Delete ${chosen.length}`} kind="danger" onClick={onDelete} />
    </div>
  )
}
