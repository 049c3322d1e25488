// Loaded before a program of the shop: when the command that started it is killed, the program closes in order.
const parent = Number(process.env.SAMOVAR_PARENT)
delete process.env.SAMOVAR_PARENT

if (parent) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}
