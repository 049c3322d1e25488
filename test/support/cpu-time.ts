/**
 * Milliseconds of this process's processor that `work` takes, which unlike those of a clock do not depend on what else
 * the machine does.
 */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
