import { useDeferredValue, useState } from 'react'
import { Combobox } from '../../../../platform/admin/combobox.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import kit from '../../../../platform/admin/fields/field.module.css'
import { htmlText } from '../../../../platform/admin/html-text.client.ts'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { linkPattern } from '../../../../platform/web/link-pattern.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { defineWords } from '../words.ts'
import type { OptionFieldProps } from './field-of.tsx'

const useWords = defineWords({
  search: ['Search pages, posts, projects and products', 'Chercher pages, articles, projets et produits'],
  hint: ['Search the site', 'Chercher sur le site'],
  refused: [
    'An address begins with /, # or https://, and has no spaces.',
    'Une adresse commence par /, # ou https:// et n’a pas d’espaces.',
  ],
  page: ['Page', 'Page'],
  post: ['Post', 'Article'],
  project: ['Project', 'Projet'],
  product: ['Product', 'Produit'],
})

type LinkTarget = {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly subtype: 'page' | 'post' | 'project' | 'product'
}

/** A link, typed or picked from a search. Text that is not a URL is ignored. */
export function AddressField({ id, option, value, onChange }: OptionFieldProps<string>) {
  const words = useWords()
  /** A text that is not a URL; null without one. */
  const [refused, setRefused] = useState<string | null>(null)
  const isRefused = refused !== null
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const targets = useRest<readonly LinkTarget[]>(
    ['link targets', search],
    `${paths.restSearch}?search=${encodeURIComponent(search)}`,
    { enabled: search !== '' },
  )
  const change = (address: string) => {
    const isAccepted = address === '' || linkPattern.test(address)
    setRefused(isAccepted ? null : address)
    if (isAccepted) onChange(address)
  }
  return (
    <>
      <input
        type="text"
        className={controls.field}
        aria-label={option.title}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? `${id}-refused` : undefined}
        placeholder="/shop/ or https://…"
        value={refused ?? value}
        onChange={(event) => change(event.target.value)}
      />
      {isRefused && (
        <p id={`${id}-refused`} className={kit.error}>
          {words.refused}
        </p>
      )}
      <Combobox
        control={{ id, 'aria-label': words.search }}
        placeholder={words.hint}
        text={text}
        onText={setText}
        options={
          search === ''
            ? []
            : targets.data?.map(({ id: target, title, subtype }) => ({
                id: target,
                label: htmlText(title),
                detail: words[subtype],
              }))
        }
        onPick={({ id: picked }) => {
          const target = targets.data?.find((one) => one.id === picked)
          if (target) change(new URL(target.url).pathname)
        }}
      />
    </>
  )
}
