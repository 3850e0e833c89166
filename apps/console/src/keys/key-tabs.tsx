/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'
import { Tabs } from '../parts/tabs.tsx'

/** The keys of one's own programs, and those that guests get. */
export const KeyTabs = () => {
  const { key, guests } = useConsole().text
  const tabs = [
    { href: '/keys', label: key.title },
    { href: '/guests', label: guests.title },
  ]
  return <Tabs label={key.title} tabs={tabs} />
}
