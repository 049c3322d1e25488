import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { pathOf, useUnsavedChanges } from '../../../../platform/admin/form/unsaved.ts'
import type { Column } from '../../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../../platform/admin/list/list-screen.tsx'
import table from '../../../../platform/admin/list/table.module.css'
import { Badge, Button, ErrorState } from '../../../../platform/admin/parts.tsx'
import { resourceOf, useSend } from '../../../../platform/admin/resource.ts'
import { useToast } from '../../../../platform/admin/toast.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { afterSaving, bodyOf, type Draft, type Drafts, numberOf, withText } from '../counts.ts'
import type { CountJson, StockJson } from '../stock.rest.ts'
import styles from './stock-screen.module.css'

const stock = resourceOf(['product', 'products'], 'Stock', paths.restStock, paths.adminStock)
const nameOf = ({ name, choices }: StockJson) => (choices === '' ? name : `${name}, ${choices}`)
const asCount = (count: number) => (count === 1 ? '1 count' : `${count} counts`)

/** Limit of counts per request. */
const MAX_SENT = 500

/** The field of the next row; after the last row the search, for the next code. */
function focusNext(field: HTMLInputElement): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-count]')]
  const next = fields[fields.indexOf(field) + 1] ?? document.querySelector<HTMLInputElement>('input[type=search]')
  next?.focus()
  next?.select()
}

/** Stocktaking: quantities are typed beside products, found by search, page or scanner, and saved together. */
export function StockScreen() {
  const toast = useToast()
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const [isReceived, setIsReceived] = useState(false)
  /** A code entered into the search: the row with this code gets the focus. */
  const code = useRef('')
  const takesFocus = ({ sku, gtin }: StockJson): boolean => {
    const isCode = code.current !== '' && [sku, gtin].some((one) => one.toLowerCase() === code.current)
    if (isCode) code.current = ''
    return isCode
  }
  const ready = [...drafts.values()].filter((draft) => numberOf(draft) !== null)
  const save = useSend(
    async (rest, all: readonly Draft[]) => {
      const answers: CountJson[] = []
      for (let at = 0; at < all.length; at += MAX_SENT) {
        const some = await rest.send<CountJson[]>('POST', paths.restStock, bodyOf(all.slice(at, at + MAX_SENT)))
        answers.push(...some)
        setDrafts((before) => afterSaving(before, some))
      }
      return answers.filter((answer) => 'error' in answer).length
    },
    [stock.rest],
    {
      onSuccess: (refused, all) =>
        toast.show({
          text: `${asCount(all.length - refused)} saved.${refused > 0 ? ` ${asCount(refused)} refused: the reason is beside the number.` : ''}`,
        }),
    },
  )
  useUnsavedChanges(drafts.size > 0, save.isPending, pathOf)
  const columns: readonly Column<StockJson>[] = [
    {
      title: 'Product',
      name: 'name',
      orderby: 'name',
      skeleton: ['220px'],
      cell: (row) => (
        <>
          {nameOf(row)}
          <span className={table.second}>{[row.sku, row.gtin].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      title: 'On hand',
      name: 'on_hand',
      place: 'corner',
      isNumeric: true,
      narrowLabel: 'On hand',
      skeleton: ['32px'],
      cell: ({ on_hand: onHand, is_low: isLow }) => (
        <>
          {isLow && <Badge tone={onHand === 0 ? 'berry' : 'gold'}>{onHand === 0 ? 'Out' : 'Low'}</Badge>} {onHand}
        </>
      ),
    },
    {
      title: isReceived ? 'Received' : 'Counted',
      name: 'count',
      narrowLabel: isReceived ? 'Received' : 'Counted',
      skeleton: ['96px'],
      cell: (row) => (
        <CountField
          row={row}
          draft={drafts.get(row.id)}
          isReceived={drafts.get(row.id)?.isReceived ?? isReceived}
          takesFocus={takesFocus}
          onType={(text) =>
            setDrafts((before) => withText(before, row, text, before.get(row.id)?.isReceived ?? isReceived))
          }
        />
      ),
    },
  ]
  return (
    // The search form is inside the list, and its text may be the code of a row.
    <div
      onSubmit={({ target }) => {
        code.current = (target as HTMLFormElement).querySelector('input')?.value.trim().toLowerCase() ?? ''
      }}
    >
      <ListScreen
        resource={stock}
        columns={columns}
        nameOf={nameOf}
        searchLabel="Search by name, SKU or code"
        searchHint="A part of the name, the beginning of an SKU, or a whole code. A scanner may type it."
        filters={[
          {
            name: 'level',
            any: 'Any stock',
            options: [
              ['low', 'Low'],
              ['out', 'Out of stock'],
            ],
          },
          { name: 'category', any: 'Category', of: 'categories' },
        ]}
        orderText="by name"
        emptyText="Products whose stock is counted are listed here. A product says so under Inventory."
        isFlat
      />
      {save.error && <ErrorState error={save.error} />}
      <div className={styles.bar} role="group" aria-label="Counts" data-save-bar>
        <label>
          <input type="checkbox" checked={isReceived} onChange={({ target }) => setIsReceived(target.checked)} />
          Numbers are received, and added
        </label>
        <Button
          kind="primary"
          label={ready.length === 0 ? 'Save counts' : `Save ${asCount(ready.length)}`}
          isBusy={save.isPending}
          disabled={save.isPending || ready.length === 0}
          onClick={() => save.mutate(ready)}
        />
        {drafts.size > 0 && <Button label="Clear" onClick={() => setDrafts(new Map())} />}
      </div>
    </div>
  )
}

type CountFieldProps = {
  readonly row: StockJson
  readonly draft: Draft | undefined
  readonly isReceived: boolean
  /** Whether the row's code was entered into the search. */
  readonly takesFocus: (row: StockJson) => boolean
  readonly onType: (text: string) => void
}

function CountField({ row, draft, isReceived, takesFocus, onType }: CountFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!takesFocus(row)) return
    field.current?.focus()
    field.current?.select()
  })
  const number = draft ? numberOf(draft) : null
  const problem = draft && (number === null ? 'A whole number is needed, up to a million.' : draft.problem)
  const id = `count-${row.id}`
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') focusNext(event.currentTarget)
    else if (event.key === 'Escape') onType('')
  }
  return (
    <span className={styles.count}>
      <input
        ref={field}
        data-count
        inputMode="numeric"
        autoComplete="off"
        maxLength={14}
        aria-label={`${isReceived ? 'Received' : 'Counted'}: ${nameOf(row)}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={id}
        value={draft?.text ?? ''}
        onChange={({ target }) => onType(target.value.trim())}
        onKeyDown={onKeyDown}
      />
      <output id={id}>
        {draft &&
          number !== null &&
          (isReceived ? `${signed(number)} → ${draft.on_hand + number}` : signed(number - draft.on_hand))}
      </output>
      {problem && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </span>
  )
}

const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`)
