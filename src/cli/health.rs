//! `caipan health`: the health check of a container, so that the image needs no other program.

use super::serve::listening;
use super::{CLEAN, Ended, Failure};
use caipan_tiles::bilingual;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Address of the service, or a port of this machine · 服务地址，或只写本机端口
    #[arg(value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = listening, env = "CAIPAN_LISTEN")]
    address: SocketAddr,
    /// Address of the service, as `serve` takes it · 服务地址，写法与 serve 相同
    #[arg(long, alias = "port", value_name = "ADDRESS", value_parser = listening)]
    listen: Option<SocketAddr>,
}

pub(super) fn run(args: &Args) -> Ended {
    let address = reached(args.listen.unwrap_or(args.address));
    let failed = |why: String| {
        Failure(bilingual!(
            "{address} 处的服务未就绪：{why}。请查看服务的日志。",
            "The service at {address} is not ready: {why}. Look at its log."
        ))
    };
    let status = ask(address).map_err(|error| failed(error.to_string()))?;
    if status.starts_with("HTTP/1.1 200") { Ok(CLEAN) } else { Err(failed(status)) }
}

/// Returns the local address of a service that listens on `address`.
fn reached(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        let here = if address.is_ipv4() { IpAddr::from(Ipv4Addr::LOCALHOST) } else { Ipv6Addr::LOCALHOST.into() };
        address.set_ip(here);
    }
    address
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let wait = Duration::from_secs(3);
    let mut stream = TcpStream::connect_timeout(&address, wait)?;
    stream.set_read_timeout(Some(wait))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(16 << 10).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned())
}
