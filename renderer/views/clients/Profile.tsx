import { FACTS, type HostProfile } from '../../../shared/hosts/index.ts';
import { KeyValue } from '../../components/KeyValue.tsx';
import { RuleTag } from '../../components/RuleTag.tsx';
import { plural } from '../../frame/format.ts';
import styles from './Profile.module.css';

interface ProfileProps {
  readonly profile: HostProfile;
  /** The sentence that says that this is not the version's own profile. */
  readonly note: string | undefined;
}

/** What is known of a client before it is probed, and the facts that this rests on. */
export function Profile({ profile, note }: ProfileProps) {
  const { id, modelClasses, wires, confidence, traits, envelopes } = profile;
  const facts = FACTS.filter((fact) => fact.host === id);
  return (
    <div className={styles.page} role="group" aria-label="Profile" tabIndex={0}>
      <p className={styles.lead}>
        {note ?? 'The profile predicts what this version does, from documented and measured behaviour.'}
      </p>
      <KeyValue
        wide
        rows={[
          {
            name: 'model classes',
            value: modelClasses.map(({ id: name, title: says }) => (
              <div key={name}>{`${name}: ${says}`}</div>
            )),
          },
          { name: 'confidence', value: confidence },
          { name: 'provider wire', value: wires.join(', ') },
          {
            name: 'name limit',
            value: traits.nameLimit === undefined ? 'none of its own' : `${traits.nameLimit} bytes`,
          },
          { name: 'pages of a list', value: traits.pages },
          { name: 'list changed', value: traits.followsListChanged ? 'followed' : 'ignored' },
          { name: 'waits for servers', value: traits.waitsForServers },
          { name: 'own tools', value: envelopes.map(({ name }) => name).join(', ') || 'none', mono: true },
        ]}
      />
      <section aria-label="Facts">
        <h2 className={styles.title}>{plural(facts.length, 'fact')}</h2>
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact.id} className={styles.fact}>
              <span>
                <RuleTag rule={fact.id} />
              </span>
              <span>
                {fact.text} <span className={styles.source}>{`${fact.grade}, ${fact.source}`}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
