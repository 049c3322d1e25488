import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { awaited, WaitingPanel } from '../parts.tsx'

const firstReads = { predicate: ({ meta, state }: Query) => meta === awaited.meta && state.status === 'pending' }

type LoadTogetherProps = { readonly children: ReactNode; readonly placeholder?: ReactNode }

/**
 * Shows its children once their awaited queries have answered or failed, and their lazy components are loaded, so that
 * a part that arrives late moves nothing that somebody is about to press.
 */
export const LoadTogether = ({ children, placeholder = <WaitingPanel /> }: LoadTogetherProps) => (
  <Suspense fallback={placeholder}>
    <Read placeholder={placeholder}>{children}</Read>
  </Suspense>
)

/** The queries begin with the effects of the children, which run before those of this component, or of its parents. */
function Read({ children, placeholder }: LoadTogetherProps) {
  const queries = useQueryClient()
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    if (isRead) return undefined
    const areRead = () => queries.isFetching(firstReads) === 0
    // Scheduled after what the same event tells the children, so that they are never shown without their data.
    const look = () => {
      if (areRead()) notifyManager.schedule(() => setIsRead((before) => before || areRead()))
    }
    look()
    return queries.getQueryCache().subscribe(look)
  }, [queries, isRead])
  return (
    <>
      {!isRead && placeholder}
      <div style={{ display: isRead ? 'contents' : 'none' }}>{children}</div>
    </>
  )
}
