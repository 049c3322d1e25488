import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { Combobox } from '../../../../platform/admin/combobox.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { htmlText } from '../../../../platform/admin/html-text.client.ts'
import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { linkPattern } from '../../../../platform/web/link-pattern.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { defineWords } from '../words.ts'
import type { OptionFieldProps } from './field-of.tsx'
import styles from './fields.module.css'

const useWords = defineWords({
  search: ['Search pages, posts and products', 'Chercher pages, articles et produits'],
  refused: [
    'An address begins with /, # or https://, and has no spaces.',
    'Une adresse commence par /, # ou https:// et n’a pas d’espaces.',
  ],
  page: ['Page', 'Page'],
  post: ['Post', 'Article'],
  product: ['Product', 'Produit'],
})

const kinds = {
  page: { path: paths.restPages, query: '&status=publish&_fields=title,link' },
  post: { path: paths.restPosts, query: '&status=publish&_fields=title,link' },
  product: { path: hrefs.storeApi('/products'), query: '' },
}
type Kind = keyof typeof kinds
type Entry = { readonly title: { readonly rendered: string }; readonly link: string }
type Product = { readonly name: string; readonly permalink: string }

async function findLinkTargets(rest: RestClient, search: string, signal: AbortSignal) {
  const targetsOf = async (kind: Kind) => {
    const { path, query } = kinds[kind]
    const href = `${path}?per_page=5&search=${encodeURIComponent(search)}${query}`
    const found = await rest.get<(Entry | Product)[]>(href, signal)
    return found.map((one) => {
      const [label, link] = 'link' in one ? [one.title.rendered, one.link] : [one.name, one.permalink]
      return { label: htmlText(label), kind, href: new URL(link, location.origin).pathname }
    })
  }
  return (await Promise.all((Object.keys(kinds) as Kind[]).map(targetsOf))).flat()
}

/** A link, typed or picked from a search. Text that is not a URL is ignored. */
export function AddressField({ id, option, value, onChange }: OptionFieldProps<string>) {
  const words = useWords()
  const { rest } = useAdminContext()
  const [typed, setTyped] = useState<string | null>(null)
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const targets = useQuery({
    queryKey: ['places', search],
    queryFn: ({ signal }) => findLinkTargets(rest, search, signal),
    enabled: search !== '',
  })
  const isRefused = typed !== null && typed !== '' && !linkPattern.test(typed)
  const change = (address: string) => {
    const isAccepted = address === '' || linkPattern.test(address)
    setTyped(isAccepted ? null : address)
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
        value={typed ?? value}
        onChange={(event) => change(event.target.value)}
      />
      {isRefused && (
        <p id={`${id}-refused`} className={styles.problem}>
          {words.refused}
        </p>
      )}
      <Combobox
        control={{ id, 'aria-label': words.search }}
        placeholder={words.search}
        text={text}
        onText={setText}
        options={
          search === ''
            ? []
            : targets.data?.map(({ label, kind }, index) => ({ id: index, label, detail: words[kind] }))
        }
        onPick={(picked) => change(targets.data?.[picked.id]?.href ?? value)}
      />
    </>
  )
}
