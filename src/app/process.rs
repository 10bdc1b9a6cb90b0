//! The metrics of the process, by the names that every client library of Prometheus uses. Only Linux has them.

use prometheus_client::registry::Registry;

/// Registers the metrics. They are read when they are asked for.
pub(super) fn register(registry: &mut Registry) {
    #[cfg(target_os = "linux")]
    registry.register_collector(Box::new(linux::Process));
    #[cfg(not(target_os = "linux"))]
    let _ = registry;
}

#[cfg(target_os = "linux")]
mod linux {
    use prometheus_client::collector::Collector;
    use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
    use prometheus_client::metrics::counter::ConstCounter;
    use prometheus_client::metrics::gauge::ConstGauge;
    use prometheus_client::registry::Unit;
    use std::fmt::Error;

    /// Reads the files of this process in `/proc`.
    #[derive(Debug)]
    pub(super) struct Process;

    impl Collector for Process {
        fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), Error> {
            // A container may hide /proc; then these metrics are absent.
            let Ok(process) = procfs::process::Process::myself() else { return Ok(()) };
            let encoder = &mut encoder;
            if let Ok(stat) = process.stat() {
                let seconds = |ticks: u64| std::time::Duration::from_millis(ticks * 1000 / procfs::ticks_per_second());
                let cpu = seconds(stat.utime + stat.stime).as_secs_f64();
                put(encoder, "process_cpu", "Processor time used", Some(&Unit::Seconds), &ConstCounter::new(cpu))?;
                put(
                    encoder,
                    "process_resident_memory",
                    "Resident memory",
                    Some(&Unit::Bytes),
                    &level(stat.rss * procfs::page_size()),
                )?;
                put(encoder, "process_virtual_memory", "Virtual memory", Some(&Unit::Bytes), &level(stat.vsize))?;
                if let Ok(boot) = procfs::boot_time_secs() {
                    let start = boot + seconds(stat.starttime).as_secs();
                    put(
                        encoder,
                        "process_start_time",
                        "When the process started",
                        Some(&Unit::Seconds),
                        &level(start),
                    )?;
                }
            }
            if let Ok(open) = process.fd_count() {
                put(encoder, "process_open_fds", "Open file descriptors", None, &level(open as u64))?;
            }
            if let Ok(limits) = process.limits()
                && let procfs::process::LimitValue::Value(most) = limits.max_open_files.soft_limit
            {
                put(encoder, "process_max_fds", "Maximum number of open file descriptors", None, &level(most))?;
            }
            Ok(())
        }
    }

    /// Writes a metric.
    fn put(
        encoder: &mut DescriptorEncoder,
        name: &str,
        help: &str,
        unit: Option<&Unit>,
        metric: &impl EncodeMetric,
    ) -> Result<(), Error> {
        metric.encode(encoder.encode_descriptor(name, help, unit, metric.metric_type())?)
    }

    fn level(value: u64) -> ConstGauge<i64> {
        ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX))
    }
}
