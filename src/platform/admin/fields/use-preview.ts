import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAdminContext } from '../admin-context.tsx'

const WAIT_MS = 400

/** The server's preview of a text while it is typed, sent as this field once typing pauses. */
export function usePreview<Json>(href: string, field: string, text: string) {
  const { rest } = useAdminContext()
  const [sent, setSent] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSent(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return useQuery({
    queryKey: [href, sent],
    queryFn: () => rest.send<Json>('POST', href, { [field]: sent }),
    placeholderData: keepPreviousData,
  })
}
