/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'
import { Tabs } from '../parts/tabs.tsx'

/** Tabs for the owner's API keys and the guest links. */
export const KeyTabs = () => {
  const { key, guests } = useConsole().text
  const tabs = [
    { href: '/keys', label: key.title },
    { href: '/guests', label: guests.title },
  ]
  return <Tabs label={key.title} tabs={tabs} />
}
