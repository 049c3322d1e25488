type Task = () => Promise<void>

const pending: Task[] = []
let isBusy = false

/** One request at a time, adds, removals and changes together, in the order they were asked for (ATC-09). */
export function queue(task: Task): Promise<void> {
  return new Promise((resolve) => {
    pending.push(() => task().finally(resolve))
    void runPending()
  })
}

async function runPending(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let task = pending.shift(); task; task = pending.shift()) {
    // One that goes wrong must not hold up the others; the browser's console still hears of it.
    await task().catch(reportError)
  }
  isBusy = false
}
